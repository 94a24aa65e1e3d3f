import { describe, expect, test } from 'vitest'
import { isAndroid, isIosSafari, isTelegram } from './phonePlatform.js'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const safari = `${iphone} Version/18.0 Mobile/15E148 Safari/604.1`
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36'

describe('isIosSafari', () => {
  test('behavior: Apple’s browser on a phone, and no other browser there', () => {
    expect(isIosSafari({ userAgent: safari })).toBe(true)
    expect(isIosSafari({ userAgent: `${iphone} CriOS/130.0 Mobile/15E148 Safari/604.1` })).toBe(false)
    expect(isIosSafari({ userAgent: android })).toBe(false)
    const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
    expect(isIosSafari({ userAgent: mac, maxTouchPoints: 5 })).toBe(true)
    expect(isIosSafari({ userAgent: mac, maxTouchPoints: 0 })).toBe(false)
  })
})

describe('isTelegram', () => {
  test('behavior: by its name on Android, by its bridge elsewhere', () => {
    expect(isTelegram({ navigator: { userAgent: `${android} Telegram-Android/11.2` } })).toBe(true)
    expect(isTelegram({ navigator: { userAgent: safari }, TelegramWebviewProxy: {} } as Parameters<typeof isTelegram>[0])).toBe(true)
    expect(isTelegram({ navigator: { userAgent: safari } })).toBe(false)
  })
})

describe('isAndroid', () => {
  test('behavior: says so of itself', () => {
    expect(isAndroid({ userAgent: android })).toBe(true)
    expect(isAndroid({ userAgent: safari })).toBe(false)
  })
})
