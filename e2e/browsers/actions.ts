import type { PointerStep } from './driver.ts'

/* Steps as WebDriver's actions, which WebDriver BiDi has, too: https://www.w3.org/TR/webdriver2/#actions */

type Tick = { readonly pointer: object; readonly key?: object }

function ticksOf(step: PointerStep): readonly Tick[] {
  const pause = { type: 'pause', duration: 0 }
  if (step === 'down') return [{ pointer: { type: 'pointerDown', button: 0 } }]
  if (step === 'up') return [{ pointer: { type: 'pointerUp', button: 0 } }]
  if ('wait' in step) return [{ pointer: { type: 'pause', duration: step.wait } }]
  if ('move' in step) {
    const [x, y] = [Math.round(step.move.x), Math.round(step.move.y)]
    return [{ pointer: { type: 'pointerMove', x, y, duration: 10, origin: 'viewport' } }]
  }
  return [...step.type].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ pointer: pause, key: { type, value } })))
}

/** One list for the mouse and, where something is typed, one as long for the keyboard: in each of its ticks one of them pauses. */
export function actionsOf(steps: readonly PointerStep[]): readonly object[] {
  const ticks = steps.flatMap(ticksOf)
  const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: ticks.map(({ pointer }) => pointer) }
  if (!ticks.some(({ key }) => key)) return [mouse]
  return [mouse, { type: 'key', id: 'keyboard', actions: ticks.map(({ key }) => key ?? { type: 'pause', duration: 0 }) }]
}
