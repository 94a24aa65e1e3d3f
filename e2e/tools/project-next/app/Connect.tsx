'use client'
import { useAccount, useModal } from '@latchkey/sdk/react'

export function Connect() {
  const modal = useModal()
  const { address, status } = useAccount('eip155')
  return (
    <button type="button" data-status={status} onClick={() => modal.open()}>
      {address ?? 'Connect wallet'}
    </button>
  )
}
