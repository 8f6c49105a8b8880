"""Trust in folders: whether nobody but the user can have put there what is in them.

What is kept on disk is run when it is read again, so it has to be the user's own writing. A folder is the
user's alone if it is owned by the user and nobody else may write to it, nor to any folder above it (there
another folder could be put in its place); a folder above that everybody may write to will do where only
owners may rename what is in it, as in `/tmp`. Where files have no owners in this sense, all folders are
taken for the user's.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

_OTHERS_WRITE = stat.S_IWOTH
_GROUP_WRITES = stat.S_IWGRP


def distrusted(folder: Path) -> str | None:
    """Why what is in a folder may be somebody else's, in a few words; None where it is the user's alone.

    `folder` is absolute and has no links in it. Of a folder that is not there yet, those above it count.
    """
    if not hasattr(os, "geteuid"):
        return None
    for number, each in enumerate((folder, *folder.parents)):
        try:
            result = os.lstat(each)
        except FileNotFoundError:
            continue
        except OSError as error:
            return f"{each}: {(error.strerror or str(error)).lower()}"
        if not stat.S_ISDIR(result.st_mode):
            return f"{each} is no folder"
        owners = (os.geteuid(),) if number == 0 else (os.geteuid(), 0)
        if result.st_uid not in owners:
            return f"{each} belongs to somebody else"
        if others_write(result) and (number == 0 or not result.st_mode & stat.S_ISVTX):
            return f"others can write to {each}"
    return None


def is_own_file(status: os.stat_result) -> bool:
    """Is this a file that only the user can have written?"""
    if not stat.S_ISREG(status.st_mode):
        return False
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not others_write(status))


def others_write(status: os.stat_result) -> bool:
    """May anybody but the owner write to it? The owner's own group, where users have one each, is nobody."""
    if status.st_mode & _OTHERS_WRITE:
        return True
    return bool(status.st_mode & _GROUP_WRITES) and not _only_own(status)


def _only_own(status: os.stat_result) -> bool:
    """Is the group the one that is called like the owner, with no other members?"""
    import grp
    import pwd

    try:
        group, owner = grp.getgrgid(status.st_gid), pwd.getpwuid(status.st_uid)
    except KeyError:
        return False
    return group.gr_name == owner.pw_name and {*group.gr_mem} <= {owner.pw_name}
