import type { ReactNode } from 'react'

/** The guard's place in the script that draws the first view: React's own stands there once it has taken over. */
export const Guard = ({ children }: { readonly children: ReactNode }): ReactNode => children
