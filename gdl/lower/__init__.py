"""What ludemes share when they lower themselves: one file for each idea, each on top of the builder."""
