import { parentPort } from 'node:worker_threads'
import { serveIndexing } from './thread/worker.js'

/* The entry of the indexing thread, which is built beside the server. */
const port = parentPort
if (port) serveIndexing({ send: (message) => port.postMessage(message), listen: (listener) => void port.on('message', listener) })
