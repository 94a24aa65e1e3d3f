/** Unit tests whose long form counts what a server does in a time: beside others it does less. `npm run test:long` runs them by themselves. */
export const needMachine = ['services/src/moneyBots.test.ts']
