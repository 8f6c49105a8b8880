"""What every stage may use and none owns: memos by identity, files, printable text."""
