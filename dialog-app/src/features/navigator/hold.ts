/** Ring closes, tick draws, hold: milliseconds for which a success is seen until the dialog goes on by itself. */
export const hold = 180 + 160 + 450
