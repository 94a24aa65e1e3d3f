export * from './api.js'
export * from './hello.js'
export * from './http.js'
export { type Schema, schema } from './schema.js'
