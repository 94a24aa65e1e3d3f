import { chooseLanguage, type Language, languages } from '@latchkey/protocol'

/** What the page itself has to say while there is no dialog. */
export type PageMessages = { readonly close: string; readonly unavailable: string }

/** English is where it is needed at once: in `pageMessages.ts`. */
const catalogue: Readonly<Record<Exclude<Language, 'en'>, PageMessages>> = {
  ar: { close: 'إغلاق', unavailable: 'لا يمكن ربط محفظة الآن. ✕' },
  de: { close: 'Schließen', unavailable: 'Das Verbinden einer Wallet ist gerade nicht möglich. ✕' },
  es: { close: 'Cerrar', unavailable: 'Ahora mismo no se puede conectar una billetera. ✕' },
  fr: { close: 'Fermer', unavailable: 'Connecter un portefeuille est impossible pour le moment. ✕' },
  hi: { close: 'बंद करें', unavailable: 'इस समय वॉलेट कनेक्ट नहीं हो सकता। ✕' },
  id: { close: 'Tutup', unavailable: 'Menghubungkan dompet tidak dapat dilakukan saat ini. ✕' },
  ja: { close: '閉じる', unavailable: '現在、ウォレットを接続できません。 ✕' },
  ko: { close: '닫기', unavailable: '지금은 지갑을 연결할 수 없어요. ✕' },
  'pt-BR': { close: 'Fechar', unavailable: 'Não é possível conectar uma carteira no momento. ✕' },
  ru: { close: 'Закрыть', unavailable: 'Сейчас подключить кошелёк невозможно. ✕' },
  tr: { close: 'Kapat', unavailable: 'Şu anda cüzdan bağlanamıyor. ✕' },
  uk: { close: 'Закрити', unavailable: 'Зараз підключити гаманець неможливо. ✕' },
  vi: { close: 'Đóng', unavailable: 'Hiện không thể kết nối ví. ✕' },
  'zh-Hans': { close: '关闭', unavailable: '目前无法连接钱包。 ✕' },
  'zh-Hant': { close: '關閉', unavailable: '目前無法連接錢包。 ✕' },
}

/** What an element gets so that it says a message in the language of ours nearest to the wanted one; undefined when that is English. */
export function translate(message: keyof PageMessages, wanted: string): Pick<HTMLElement, 'textContent' | 'lang' | 'dir'> | undefined {
  const lang = chooseLanguage([wanted])
  return lang === 'en' ? undefined : { textContent: catalogue[lang][message], lang, dir: languages[lang] }
}
