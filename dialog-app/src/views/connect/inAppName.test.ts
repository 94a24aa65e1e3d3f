import { expect, test } from 'vitest'
import { inAppBrowser } from '../../lib/inAppBrowser.js'
import { inAppName } from './inAppName.js'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76'
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/150.0.7000.0 Mobile Safari/537.36'

test.each([
  [`${iphone} Instagram 380.0.0.28.84 (iPhone16,1; iOS 18_5; en_US; en; scale=3.00; 1179x2556)`, 'Instagram'],
  [`${android} Instagram 380.0.0.28.84 Android (35/15; 420dpi)`, 'Instagram'],
  [`${iphone} [FBAN/FBIOS;FBAV/510.0.0.40.105;FBDV/iPhone16,1]`, 'Facebook'],
  [`${android} [FB_IAB/FB4A;FBAV/510.0.0.40.105;]`, 'Facebook'],
  [`${iphone} [FBAN/MessengerForiOS;FBAV/505.0.0.1]`, 'Messenger'],
  [`${android} [FB_IAB/Orca-Android;FBAV/505.0.0.1;]`, 'Messenger'],
  [`${iphone} Barcelona 380.0.0.28.84`, 'Threads'],
  [`${android} TwitterAndroid`, 'X'],
  [`${iphone} Twitter for iPhone/11.0`, 'X'],
  [`${iphone} MicroMessenger/8.0.50(0x18003237) NetType/WIFI Language/en`, 'WeChat'],
  [`${iphone} Safari Line/15.8.0`, 'LINE'],
  [`${android} musical_ly_2023 BytedanceWebview/d8a21c6`, 'TikTok'],
  [`${iphone} LinkedInApp/9.30`, 'LinkedIn'],
])('behavior: %s', (userAgent, app) => {
  expect(inAppName(inAppBrowser({ userAgent }) ?? '')).toBe(app)
})

test.each([
  `${iphone} Version/18.5 Safari/604.1`,
  `${iphone} CriOS/150.0.7000.0 Safari/604.1`,
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  // Wallets' own browsers, which have what their wallet needs.
  `${android} MetaMaskMobile`,
  `${iphone} Phantom/ios/25.1`,
])('behavior: a browser of its own, or a wallet’s: %s', (userAgent) => {
  expect(inAppBrowser({ userAgent })).toBeUndefined()
})
