import { ModalProvider } from '@latchkey/sdk/react'
import type { ReactNode } from 'react'

const config = { projectId: process.env.NEXT_PUBLIC_PROJECT_ID ?? '', dialogUrl: process.env.NEXT_PUBLIC_DIALOG_URL ?? '' }

// Rendered on the server: the provider is a client component by itself.
export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <ModalProvider config={config}>{children}</ModalProvider>
      </body>
    </html>
  )
}
