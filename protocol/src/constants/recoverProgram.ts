/** The program that opens a recovery kit, as the secure origin serves it: one file that runs by `node`, without a network or packages. */
export const recoverProgramFile = 'latchkey-recover.mjs'
