import { runWorker } from './runWorker.js'

// Apart from everything else: WebKit keeps a Worker's own script under no address, so a chunk that imported from it would run all of it once more.
runWorker()
