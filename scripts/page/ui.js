// What the page is drawn with: Preact, its hooks, and htm bound to it, as one module.
import { h } from "preact";
import htm from "htm";

export { h, render, createContext, Fragment } from "preact";
export {
  useCallback, useContext, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState,
} from "preact/hooks";
export const html = htm.bind(h);
