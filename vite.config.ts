import { fileURLToPath } from 'node:url'
import type { UserConfig } from 'vite'
import { defineConfig } from 'vitest/config'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** One target per built part; `npm run build` builds them all (`vite build --mode <target>` builds one). */
const targets: Record<string, UserConfig> = {}

export default defineConfig(({ mode }) => {
  if (mode === 'test') {
    return {
      root: path('.'),
      test: {
        include: ['{protocol,host-sdk,dialog-app,secure-frame,services,playground,scripts}/**/*.test.{ts,tsx,js}'],
        exclude: ['**/dist/**', '**/node_modules/**'],
      },
    }
  }
  const target = targets[mode]
  if (!target) throw new Error(`Unknown build target "${mode}". Known: ${Object.keys(targets).join(', ')}`)
  return target
})
