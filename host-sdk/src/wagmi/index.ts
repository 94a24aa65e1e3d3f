export { latchkeyConnector } from './latchkeyConnector.js'
