export { z } from './schema.js'
export { secureApiSchemas } from './secureApi.js'
export { secureClientApiSchemas, secureHelloSchema, secureUserSchema, socialResultSchema } from './secureClientApi.js'
