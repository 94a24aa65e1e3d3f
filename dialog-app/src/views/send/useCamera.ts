import { useEffect, useState } from 'react'
import { hasCamera } from '../../features/money/send/scan/camera.js'

/** Whether there is a camera to ask for; it follows one that is plugged in. */
export function useCamera(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    let isCurrent = true
    const look = () => void hasCamera().then((answer) => isCurrent && setHas(answer))
    look()
    navigator.mediaDevices?.addEventListener('devicechange', look)
    return () => {
      isCurrent = false
      navigator.mediaDevices?.removeEventListener('devicechange', look)
    }
  }, [])
  return has
}
