"""What every part may use and none owns: stopping, printing, writing files, checks of numbers."""
