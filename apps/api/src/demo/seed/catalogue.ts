import type { Poster } from './artwork/posters.ts'

export interface DemoAdvertiser {
  name: string
  legal_name: string
  escrow: string
}

/** A product of the demo, with everything that staff enter for it. */
export interface DemoProduct {
  advertiser: string
  /** The path on the advertiser site's origin. */
  path: string
  name: string
  type: 'video' | 'landing_page'
  category: string
  game_description: string
  content: string
  rules: string
  payout: string
  amount_min: string
  amount_max: string
  poster: Poster
  headline: string
  body: string
  /** The landing page's request to visitors, and its thanks. */
  landing: { lead: string; action: string; thanks: string }
}

export const ADVERTISERS: readonly DemoAdvertiser[] = [
  { name: 'Lantern Bay Games', legal_name: 'Lantern Bay Games Ltd', escrow: '12000.00' },
  { name: 'Northgate Apps', legal_name: 'Northgate Apps GmbH', escrow: '9000.00' },
  { name: 'Copperleaf Coffee', legal_name: 'Copperleaf Coffee Cooperative', escrow: '6000.00' },
]

export const PRODUCTS: readonly DemoProduct[] = [
  {
    advertiser: 'Lantern Bay Games',
    path: '/tidepool',
    name: 'Tidepool',
    type: 'landing_page',
    category: 'games_puzzle',
    game_description:
      'A quiet puzzle by the sea: turn the stones until the water finds its way. Sixty levels, no timer, no purchases inside.',
    content:
      'Visitors see the first level on the page itself and leave an email address to get the other fifty-nine.',
    rules: 'A conversion is a visitor who finishes level 1 and confirms an email address. One per visitor.',
    payout: '1.80',
    amount_min: '20.00',
    amount_max: '1000.00',
    poster: {
      motif: 'tide',
      palette: ['#0b3c5d', '#0f766e', '#fde68a', '#082f49'],
      title: 'TIDEPOOL',
      line: 'A QUIET PUZZLE BY THE SEA',
      action: 'PLAY LEVEL 1',
    },
    headline: 'Tidepool, a quiet puzzle',
    body: 'Turn the stones until the water finds its way. Level 1 plays right here.',
    landing: {
      lead: 'Turn the stones until the water finds its way.',
      action: 'I finished level 1, send me the rest',
      thanks: 'The other fifty-nine levels are on their way to you.',
    },
  },
  {
    advertiser: 'Lantern Bay Games',
    path: '/skyline-courier',
    name: 'Skyline Courier',
    type: 'video',
    category: 'games_arcade',
    game_description: 'Run parcels over the roofs before the sun goes down. One thumb, two minutes a round.',
    content: 'A clip of one round, then the page with the download.',
    rules: 'A conversion is an installation that opens the game once. One per device.',
    payout: '2.40',
    amount_min: '50.00',
    amount_max: '2000.00',
    poster: {
      motif: 'skyline',
      palette: ['#312e81', '#be185d', '#fbbf24', '#1e1b4b'],
      title: 'SKYLINE COURIER',
      line: 'DELIVER BEFORE SUNSET',
      action: 'GET THE GAME',
    },
    headline: 'Skyline Courier',
    body: 'Run parcels over the roofs before the sun goes down.',
    landing: {
      lead: 'Two minutes a round. One thumb is enough.',
      action: 'Install and open',
      thanks: 'Installed. See you on the roofs.',
    },
  },
  {
    advertiser: 'Northgate Apps',
    path: '/pocket-ledger',
    name: 'Pocket Ledger',
    type: 'landing_page',
    category: 'apps_finance',
    game_description: 'A household book that counts what you spend and keeps it on your own phone.',
    content: 'The page explains where the figures are kept and offers the app.',
    rules: 'A conversion is an account with a first entry within seven days of the click.',
    payout: '3.20',
    amount_min: '50.00',
    amount_max: '3000.00',
    poster: {
      motif: 'bars',
      palette: ['#14532d', '#0e7490', '#a7f3d0', '#052e2b'],
      title: 'POCKET LEDGER',
      line: 'YOUR FIGURES STAY YOURS',
      action: 'START A BOOK',
    },
    headline: 'Pocket Ledger',
    body: 'A household book that stays on your own phone.',
    landing: {
      lead: 'Count what you spend. Keep it to yourself.',
      action: 'Open my book with a first entry',
      thanks: 'Your first entry is in the book.',
    },
  },
  {
    advertiser: 'Copperleaf Coffee',
    path: '/first-bag',
    name: 'Copperleaf First Bag',
    type: 'landing_page',
    category: 'shopping_food',
    game_description:
      'Coffee from eleven farms that own the roastery together. The first bag costs the postage.',
    content: 'The page shows the farms and takes the order.',
    rules: 'A conversion is an order of the first bag with a delivery address. One per household.',
    payout: '4.50',
    amount_min: '100.00',
    amount_max: '3000.00',
    poster: {
      motif: 'cup',
      palette: ['#7c2d12', '#b45309', '#fed7aa', '#431407'],
      title: 'COPPERLEAF',
      line: 'ELEVEN FARMS ONE ROASTERY',
      action: 'TRY A BAG',
    },
    headline: 'Your first bag for the postage',
    body: 'Eleven farms own one roastery. Taste what that does.',
    landing: {
      lead: 'Eleven farms, one roastery, and a bag for you.',
      action: 'Send me the first bag',
      thanks: 'It is roasted on Thursday and with you on Saturday.',
    },
  },
]

/** A product that has just been brought: its creatives are still under review at the first visit. */
export const NEW_PRODUCT: DemoProduct = {
  advertiser: 'Northgate Apps',
  path: '/night-line',
  name: 'Night Line',
  type: 'landing_page',
  category: 'apps_travel',
  game_description:
    'Sleeper trains of a whole continent in one timetable, with the berths that are still free.',
  content: 'The page shows tonight’s trains and offers the app.',
  rules: 'A conversion is an account that has looked up a connection within seven days of the click.',
  payout: '2.60',
  amount_min: '40.00',
  amount_max: '2000.00',
  poster: {
    motif: 'skyline',
    palette: ['#0f172a', '#1e3a8a', '#fde68a', '#020617'],
    title: 'NIGHT LINE',
    line: 'ASLEEP HERE AWAKE THERE',
    action: 'FIND A BERTH',
  },
  headline: 'Night Line, every sleeper train',
  body: 'One timetable, and the berths that are still free.',
  landing: {
    lead: 'Fall asleep here, wake up there.',
    action: 'Look up my first connection',
    thanks: 'Your connection is kept. Sleep well.',
  },
}

/** An advertiser that begins small: its escrow covers one conversion, until it pays in more. */
export const SMALL_ADVERTISER: DemoAdvertiser = {
  name: 'Greywater Sailing',
  legal_name: 'Greywater Sailing School Ltd',
  escrow: '40.00',
}
export const SMALL_ADVERTISER_ADDS = '960.00'
export const SMALL_PRODUCT: DemoProduct = {
  advertiser: 'Greywater Sailing',
  path: '/first-sail',
  name: 'Greywater First Sail',
  type: 'landing_page',
  category: 'shopping_food',
  game_description: 'A morning on a dinghy with an instructor. Rain jackets and tea are included.',
  content: 'The page shows the next free mornings and takes the booking.',
  rules: 'A conversion is a booked morning. One per visitor.',
  payout: '24.00',
  amount_min: '20.00',
  amount_max: '400.00',
  poster: {
    motif: 'tide',
    palette: ['#164e63', '#0369a1', '#e0f2fe', '#083344'],
    title: 'FIRST SAIL',
    line: 'A MORNING ON THE WATER',
    action: 'BOOK A MORNING',
  },
  headline: 'A first morning under sail',
  body: 'A dinghy, an instructor, and tea afterwards.',
  landing: {
    lead: 'You need no experience and no boots.',
    action: 'Book this morning',
    thanks: 'Your morning is booked. Bring a second pair of socks.',
  },
}

/** Pictures of each product, one per placement format; banners at twice their displayed size. */
export const CREATIVES = [
  { kind: 'image', width: 640, height: 200 },
  { kind: 'image', width: 600, height: 500 },
  { kind: 'native', width: 600, height: 315 },
] as const
/** What a product of films has besides. */
export const FILM_CREATIVE = { kind: 'video', width: 320, height: 180 } as const

export const PUBLISHER = { name: 'The Harbour Review', legal_name: 'Harbour Review Publishing Ltd' }

/** The slots of the publisher's article and newsletter, whose readers cost more; each names its place on the page. */
export const PLACEMENTS = [
  {
    slot: 'top',
    name: 'Article top',
    format: 'image',
    width: '320',
    height: '100',
    price_model: 'CPM',
    price: '6.00',
    push: 'official',
  },
  {
    slot: 'middle',
    name: 'In the article',
    format: 'image',
    width: '300',
    height: '250',
    price_model: 'CPM',
    price: '9.00',
    push: 'non_official',
  },
  {
    slot: 'film',
    name: 'Film in the article',
    format: 'video',
    width: '480',
    height: '270',
    price_model: 'CPM',
    price: '12.00',
    push: 'official',
  },
  {
    slot: 'end',
    name: 'Below the article',
    format: 'native',
    width: '600',
    height: '315',
    price_model: 'CPC',
    price: '0.03',
    push: 'official',
  },
  {
    slot: 'letter',
    name: 'Sunday letter, sponsor',
    format: 'image',
    width: '300',
    height: '250',
    price_model: 'CPM',
    price: '50.00',
    push: 'official',
  },
  {
    slot: 'story',
    name: 'Sunday letter, story',
    format: 'native',
    width: '600',
    height: '315',
    price_model: 'CPC',
    price: '0.52',
    push: 'official',
  },
] as const

/** Customers of the demo; the first one places `plan`. */
export const CUSTOMERS = [
  {
    username: 'robin',
    nickname: 'Robin',
    person: 'Robin Vale',
    deposit: '480.00',
    plan: { product: 'Tidepool', amount: '120.00' },
  },
  { username: 'kim', nickname: 'Kim', person: 'Kim Arden', deposit: '350.00', plan: null },
] as const

export const STAFF = {
  maker: { username: 'mara', display_name: 'Mara (demo)', roles: 'support,content,finance_maker,risk' },
  checker: { username: 'theo', display_name: 'Theo (demo)', roles: 'content,finance_checker,risk' },
  clerk: { username: 'nina', display_name: 'Nina (demo)', roles: 'support,finance_maker' },
} as const
/** The automatic staff, as many as the roles need; their names tell customers that they are automatic. */
export const ACTING_STAFF = {
  maker: {
    username: 'sandbox-office',
    display_name: 'Sandbox office, automatic',
    roles: 'support,content,finance_maker,risk',
  },
  checker: {
    username: 'sandbox-office-check',
    display_name: 'Sandbox office, automatic check',
    roles: 'content,finance_checker,risk',
  },
  third: {
    username: 'sandbox-office-third',
    display_name: 'Sandbox office, automatic third person',
    roles: 'support,content,risk',
  },
} as const
/** The admins who found the demo's staff and add the rest. */
export const ADMINS = [
  { username: 'ada', display_name: 'Ada (demo)' },
  { username: 'ivo', display_name: 'Ivo (demo)' },
] as const
