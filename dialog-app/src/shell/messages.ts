export { AlertBar } from './AlertBar.js'
export { ToastBar } from './ToastBar.js'
