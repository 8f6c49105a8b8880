"""The builder: what ludemes talk to when they lower themselves, and what they tell it. It knows no ludeme."""
