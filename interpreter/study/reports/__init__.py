"""Studies to be looked at: pictures, and pages of HTML that need nothing else."""
