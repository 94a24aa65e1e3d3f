/* The declarations as one object. It is a file of its own, so that this object is not made where only the ids are needed. */
export * from './ids.js'
