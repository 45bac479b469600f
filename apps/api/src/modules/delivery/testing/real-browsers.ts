const CHROMES = ['120.0.0.0', '126.0.0.0', '131.0.0.0', '137.0.0.0', '140.0.0.0', '142.0.0.0']
const DESKTOPS = [
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'X11; Linux x86_64',
  'X11; CrOS x86_64 14541.0.0',
]
const PHONES = [
  'Linux; Android 10; K',
  'Linux; Android 15; Pixel 9',
  'Linux; Android 14; SM-S921B',
  'Linux; Android 13; SM-A536E',
  'Linux; Android 12; M2101K6G',
  'Linux; Android 14; CPH2581',
  'Linux; Android 11; moto g(30)',
  'Linux; Android 13; V2227A',
]
const IPHONES = ['16_7_10', '17_6_1', '18_1', '18_5']
const WEBVIEW_PHONES = [
  ['Linux; Android 14; SM-S928B Build/UP1A.231005.007; wv', '131.0.6778.135'],
  ['Linux; Android 13; Redmi Note 12 Build/TKQ1.221114.001; wv', '126.0.6478.122'],
  ['Linux; Android 15; Pixel 8 Build/AP3A.241005.015; wv', '140.0.7339.51'],
] as const

const safari = (rest: string) => `AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`
const chrome = (version: string, rest = '') =>
  `AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}${rest}`
const iphone = (system: string) => `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X)`
const versionOf = (system: string) => system.split('_').slice(0, 2).join('.')

const desktopChromes = CHROMES.flatMap((version) =>
  DESKTOPS.map((system) => `Mozilla/5.0 (${system}) ${chrome(version, ' Safari/537.36')}`),
)
const phoneChromes = CHROMES.flatMap((version) =>
  PHONES.map((system) => `Mozilla/5.0 (${system}) ${chrome(version, ' Mobile Safari/537.36')}`),
)
const edges = CHROMES.flatMap((version) => [
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome(version, ` Safari/537.36 Edg/${version}`)}`,
  `Mozilla/5.0 (Linux; Android 10; K) ${chrome(version, ` Mobile Safari/537.36 EdgA/${version}`)}`,
])
const operas = CHROMES.flatMap((version) => [
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome(version, ' Safari/537.36 OPR/114.0.0.0')}`,
  `Mozilla/5.0 (Linux; Android 10; K) ${chrome(version, ' Mobile Safari/537.36 OPR/85.0.0.0')}`,
])
const firefoxes = ['115.0', '128.0', '136.0', '142.0'].flatMap((version) => [
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${version}) Gecko/20100101 Firefox/${version}`,
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:${version}) Gecko/20100101 Firefox/${version}`,
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}) Gecko/20100101 Firefox/${version}`,
  `Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:${version}) Gecko/20100101 Firefox/${version}`,
  `Mozilla/5.0 (Android 14; Mobile; rv:${version}) Gecko/${version} Firefox/${version}`,
])
const samsungs = ['23.0', '25.0', '27.0', '28.0'].map(
  (version) =>
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/${version} Chrome/121.0.0.0 Mobile Safari/537.36`,
)
const safaris = [
  ...IPHONES.map(
    (system) => `${iphone(system)} ${safari(`Version/${versionOf(system)} Mobile/15E148 Safari/604.1`)}`,
  ),
  ...IPHONES.map(
    (system) =>
      `Mozilla/5.0 (iPad; CPU OS ${system} like Mac OS X) ${safari(`Version/${versionOf(system)} Mobile/15E148 Safari/604.1`)}`,
  ),
  ...['16.6', '17.6', '18.1', '18.5'].map(
    (version) =>
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari(`Version/${version} Safari/605.1.15`)}`,
  ),
]
/** Other browsers of iPhones, each by its own sign. */
const iphoneBrowsers = IPHONES.flatMap((system) => [
  `${iphone(system)} ${safari('CriOS/131.0.6778.103 Mobile/15E148 Safari/604.1')}`,
  `${iphone(system)} ${safari('FxiOS/133.0 Mobile/15E148 Safari/605.1.15')}`,
  `${iphone(system)} ${safari('EdgiOS/131.0.2903.92 Version/18.0 Mobile/15E148 Safari/604.1')}`,
  `${iphone(system)} ${safari('GSA/345.1.703043362 Mobile/15E148 Safari/604.1')}`,
])
/** Pages that an app shows within itself: Facebook, Instagram, TikTok, WeChat, LINE, KakaoTalk, Yandex, Messenger. */
const withinApps = [
  ...IPHONES.flatMap((system) => [
    `${iphone(system)} ${safari('Mobile/15E148 [FBAN/FBIOS;FBAV/490.0.0.42.109;FBBV/668214317;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.6;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5;FBRV/0]')}`,
    `${iphone(system)} ${safari('Mobile/15E148 Instagram 361.0.0.35.82 (iPhone14,5; iOS 17_6; en_US; en; scale=3.00; 1170x2532; 674117118)')}`,
    `${iphone(system)} ${safari('Mobile/15E148 MicroMessenger/8.0.53(0x18003531) NetType/WIFI Language/zh_CN')}`,
    `${iphone(system)} ${safari('Mobile/15E148 Safari Line/14.20.0')}`,
    `${iphone(system)} ${safari('Mobile/15E148 KAKAOTALK 24.11.0')}`,
    `${iphone(system)} ${safari('Version/17.0 YaBrowser/24.10.3.480.10 SA/3 Mobile/15E148 Safari/604.1')}`,
    `${iphone(system)} ${safari('Mobile/15E148 musical_ly_37.2.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US isDarkMode/0 WKWebView/1 RevealType/Dialog')}`,
  ]),
  ...WEBVIEW_PHONES.flatMap(([system, version]) => {
    const view = `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/${version} Mobile Safari/537.36`
    return [
      view,
      `${view} [FB_IAB/FB4A;FBAV/490.0.0.63.83;]`,
      `${view} Instagram 361.0.0.46.88 Android (34/14; 450dpi; 1080x2340; samsung; SM-S928B; e3q; qcom; en_US; 674675155)`,
      `${view} musical_ly_2023702030 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/37.2.3 ByteLocale/en ByteFullLocale/en Region/US AppId/1233 Spark/1.6.4.1-bugfix AppVersion/37.2.3 BytedanceWebview/d8a21c6`,
      `${view} XWEB/1260059 MMWEBSDK/20240404 MMWEBID/2247 MicroMessenger/8.0.49.2600(0x2800313D) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64`,
      `${view} Line/14.19.1/IAB`,
      `${view};KAKAOTALK 2411000`,
    ]
  }),
]
const others = [
  'Mozilla/5.0 (Linux; arm_64; Android 13; SM-A336E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.153 YaBrowser/24.7.3.153.00 SA/3 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 YaBrowser/24.10.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; U; Android 12; en-US; RMX3085 Build/SP1A.210812.016) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.7.8.1322 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; U; Android 13; zh-cn; 22081212C Build/TKQ1.220829.002) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.127 Mobile Safari/537.36 XiaoMi/MiuiBrowser/17.8.10',
  'Mozilla/5.0 (Linux; Android 12; ANA-AN00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 11; CPH2239) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/115.0.5790.168 Mobile Safari/537.36 HeyTapBrowser/45.11.4.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Vivaldi/7.0.3495.29',
  'Mozilla/5.0 (Linux; Android 13; KFTUWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/126.3.1 like Chrome/126.0.6478.122 Safari/537.36',
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) 94.0.4606.31/7.0 TV Safari/537.36',
  'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/538.1 (KHTML, like Gecko) Version/6.0 TV Safari/538.1',
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager',
  'Mozilla/5.0 (Linux; Android 9; AFTMM Build/PS7633; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/118.0.5993.155 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH2 Build/STT1.230126.001.A1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/123.0.6312.118 Safari/537.36',
  'Mozilla/5.0 (PlayStation; PlayStation 5/9.60) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15',
  'Mozilla/5.0 (PlayStation 4 11.00) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.86',
  'Mozilla/5.0 (Nintendo Switch; WebApplet) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0.3.25.1 NintendoBrowser/5.1.0.28103',
]

/** User agents of people's browsers, as their makers write them: what people use to look at pages, and apps to show them. */
export const REAL_BROWSERS: readonly string[] = [
  ...desktopChromes,
  ...phoneChromes,
  ...edges,
  ...operas,
  ...firefoxes,
  ...samsungs,
  ...safaris,
  ...iphoneBrowsers,
  ...withinApps,
  ...others,
]
