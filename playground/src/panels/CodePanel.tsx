import { useState } from 'react'
import type { PlaygroundConfig } from '../config.js'
import { Button } from '../parts/Button.js'
import { CodeBlock } from '../parts/CodeBlock.js'

/** The quick start, with this server's own values in it, so that it works when pasted. */
export const quickStart = ({ dialog, projectId }: Pick<PlaygroundConfig, 'dialog' | 'projectId'>): string =>
  `<script src="${dialog}/sdk.js" data-project-id="${projectId}" defer></script>
<button data-latchkey-open>Connect wallet</button>`

export const npm = ({ dialog, projectId }: Pick<PlaygroundConfig, 'dialog' | 'projectId'>): string =>
  `import { createModal } from '@latchkey/sdk'

const modal = createModal({ projectId: '${projectId}', dialogUrl: '${dialog}' })
const ethereum = modal.provider('eip155')                 // EIP-1193: for viem, ethers, wagmi
const session = await modal.open()                        // null when the visitor closes the dialog
if (session) await ethereum.request({ method: 'personal_sign', params: ['0x48656c6c6f', session.address] })`

const sign = () =>
  `const ethereum = Modal.provider('eip155')
const [address] = await ethereum.request({ method: 'eth_requestAccounts' })
const signature = await ethereum.request({
  method: 'personal_sign',
  params: ['0x48656c6c6f', address],
})`

/** Code to take home. */
export function CodePanel({ config }: { readonly config: PlaygroundConfig }) {
  return (
    <div className="code-panel">
      <Snippet title="Two lines in any page" code={quickStart(config)} />
      <Snippet title="From npm" code={npm(config)} />
      <Snippet title="Ask for a signature" code={sign()} />
    </div>
  )
}

function Snippet({ title, code }: { readonly title: string; readonly code: string }) {
  const [said, setSaid] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(code)
      setSaid('Copied')
    } catch {
      setSaid('Select the text to copy it')
    }
  }
  return (
    <div className="snippet">
      <div className="snippet-head">
        <h3>{title}</h3>
        <span role="status" className="muted">
          {said}
        </span>
        <Button onClick={copy} aria-label={`Copy: ${title}`}>
          Copy
        </Button>
      </div>
      <CodeBlock label={title}>{code}</CodeBlock>
    </div>
  )
}
