import { parentPort } from 'node:worker_threads'
import { readRequest } from './parseBody.js'
import { readBatchReply, readReply } from './readReply.js'

/** Reads large texts in a thread of its own, so that nobody else waits for them. JavaScript, because Node starts it from this file as it is. */
/** @type {Record<string, (...parameters: any[]) => unknown>} */
const readers = { request: readRequest, reply: readReply, batchReply: readBatchReply }

parentPort?.on('message', ({ id, kind, parameters }) => {
  parentPort?.postMessage({ id, value: readers[kind]?.(...parameters) })
})
