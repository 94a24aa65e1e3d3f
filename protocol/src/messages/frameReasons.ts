/** `data.reason` of errors that come from a frame that did not load or answer, and the names of the events reported for them. */

export const loadFailed = 'iframe_load_failed'
export const requestTimeout = 'iframe_request_timeout'
