import { chanceOf } from '../past/random.ts'

/** As whom a browser sends what it sends. */
export interface Sender {
  user_agent: string
  /** Where a proxy in front of the program tells its visitors' addresses. */
  address: string
  /** The page that it names in place of the one that it is on. */
  origin?: string
}

/** Who asks for an advertisement. */
export interface Identity extends Sender {
  /** What the page keeps on the device; absent where it may keep nothing. */
  device?: string
  language: string
  /** The site around its page, as the tag tells it. */
  around?: string
  /** `Sec-Purpose`, where it asks ahead of its user. */
  purpose?: string
  /** A program steers it, and its browser says so (`navigator.webdriver`). */
  steered?: boolean
  /** As whom it sends events, where that is somebody else. */
  sends?: Partial<Sender>
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko)'
const VIEW =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/BP1A.250305.019; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)'

/** Browsers of people: phones most of all, apps that show pages and televisions among them. */
const AGENTS = [
  `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  `${ANDROID} Chrome/139.0.0.0 Mobile Safari/537.36`,
  `${IPAD} Version/18.1 Mobile/15E148 Safari/604.1`,
  `${WINDOWS} ${BLINK} Chrome/140.0.0.0 Safari/537.36`,
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
  `${WINDOWS} ${BLINK} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
  `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  `${IPHONE} Mobile/15E148 Instagram 350.1.0.29.99 (iPhone15,3; iOS 18_1; de_DE; de; scale=3.00; 1290x2796; 650000000)`,
  `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0.0.36.104;FBDV/iPhone14,5;FBSN/iOS;FBSV/18.1;FBLC/fr_FR]`,
  `${VIEW} Chrome/140.0.7339.51 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/490.0.0.49.86;]`,
  `${VIEW} Chrome/139.0.7258.94 Mobile Safari/537.36 Line/14.16.0/IAB`,
  `${IPHONE} Mobile/15E148 MicroMessenger/8.0.54(0x18003637) NetType/WIFI Language/zh_CN`,
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) 94.0.4606.31/7.0 TV Safari/537.36',
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.211 Safari/537.36 WebAppManager',
] as const

/** Where people live: what they read, and the first half of their network's addresses. */
const ZONES = [
  { language: 'en-GB,en;q=0.9', network: '81.96' },
  { language: 'de-DE,de;q=0.9,en;q=0.7', network: '84.140' },
  { language: 'fr-FR,fr;q=0.9', network: '90.40' },
  { language: 'ja-JP,ja;q=0.9', network: '126.72' },
  { language: 'th-TH,th;q=0.9,en;q=0.6', network: '171.96' },
] as const

/** One of these, by a name. */
export function pick<Item>(items: readonly Item[], name: string): Item {
  const item = items[Math.floor(chanceOf(name) * items.length)]
  if (item === undefined) throw new RangeError('there is nothing to pick from')
  return item
}

/** A person's device, the same one for the same number. */
export function personsDevice(number: number): Identity {
  const name = `device ${number}`
  const { language, network } = pick(ZONES, `zone of ${name}`)
  return {
    device: deviceId(name),
    user_agent: peoplesAgent(name),
    language,
    address: addressIn(network, name),
  }
}

/** A browser that people use. */
export function peoplesAgent(name: string): string {
  return pick(AGENTS, `agent of ${name}`)
}

/** What a page keeps on a device. */
export function deviceId(name: string): string {
  return Array.from({ length: 4 }, (_, part) =>
    Math.floor(chanceOf(`id ${part} ${name}`) * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')
}

/** An address of a network, given by its first half. */
export function addressIn(network: string, name: string): string {
  const rest = Math.floor(chanceOf(`address of ${name}`) * 65_000)
  return `${network}.${rest >> 8}.${rest & 255 || 1}`
}

/** A browser of another kind than this one. */
export function otherAgent(user_agent: string): string {
  const is_phone = /Mobile|TV/.test(user_agent)
  return is_phone ? AGENTS[5] : AGENTS[0]
}
