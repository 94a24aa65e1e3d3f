/** "430+": a number that does not change with every new wallet. 0 below ten. */
export const roundCount = (count: number): number => Math.floor(count / 10) * 10
