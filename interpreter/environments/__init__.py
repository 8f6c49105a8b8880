"""Games as environments of other libraries: PettingZoo's for all seats, Gymnasium's for one."""
