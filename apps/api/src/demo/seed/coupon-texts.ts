import type { Language } from '@adtally/contract/enums.ts'

type Texts = Record<Language, { name: string; description: string }>

/** Texts of the demo's activity. */
export const ACTIVITY: Texts = {
  en: {
    name: 'Harbour days',
    description: '5.00 USD off a plan of 50.00 USD or more, while the activity is open.',
  },
  'zh-Hans': { name: '港口日', description: '活动期间，金额满 50.00 USD 的计划立减 5.00 USD。' },
  'zh-Hant': { name: '港口日', description: '活動期間，金額滿 50.00 USD 的計劃立減 5.00 USD。' },
  de: {
    name: 'Hafentage',
    description: '5,00 USD Nachlass auf einen Plan ab 50,00 USD, solange die Aktion läuft.',
  },
  es: {
    name: 'Días del puerto',
    description: 'Descuento de 5,00 USD en un plan de 50,00 USD o más, mientras dure la promoción.',
  },
  fr: {
    name: 'Journées du port',
    description: '5,00 USD de réduction sur un plan d’au moins 50,00 USD, pendant la promotion.',
  },
  ja: {
    name: 'ハーバーデイズ',
    description: 'キャンペーン期間中は、50.00 USD以上のプランから5.00 USDを差し引きます。',
  },
  ko: { name: '항구의 날', description: '이벤트 기간에 50.00 USD 이상의 플랜에서 5.00 USD를 깎아 드립니다.' },
  pt: {
    name: 'Dias do porto',
    description: '5,00 USD de desconto em um plano de 50,00 USD ou mais, enquanto durar a promoção.',
  },
  ru: {
    name: 'Дни порта',
    description: 'Скидка 5,00 USD на план от 50,00 USD, пока идёт акция.',
  },
  th: { name: 'วันท่าเรือ', description: 'ลด 5.00 USD สำหรับแผนตั้งแต่ 50.00 USD ขึ้นไป ตลอดช่วงกิจกรรม' },
  vi: {
    name: 'Ngày hội bến cảng',
    description: 'Giảm 5,00 USD cho kế hoạch từ 50,00 USD trở lên, trong thời gian ưu đãi.',
  },
}

/** Texts of the coupon that staff give a customer who waited. */
export const THANKS: Texts = {
  en: { name: 'Thanks for waiting', description: 'For a review that took longer than it should.' },
  'zh-Hans': { name: '感谢耐心等候', description: '因审核时间超出预期。' },
  'zh-Hant': { name: '感謝耐心等候', description: '因審核時間超出預期。' },
  de: { name: 'Danke fürs Warten', description: 'Für eine Prüfung, die länger dauerte, als sie sollte.' },
  es: { name: 'Gracias por esperar', description: 'Por una revisión que tardó más de lo debido.' },
  fr: { name: 'Merci de votre patience', description: 'Pour un examen plus long que prévu.' },
  ja: { name: 'お待たせのお礼', description: '審査に予定より時間がかかったため。' },
  ko: { name: '기다려 주셔서 감사합니다', description: '심사가 예정보다 오래 걸린 데 대한 쿠폰입니다.' },
  pt: { name: 'Obrigado por esperar', description: 'Por uma análise que demorou mais do que devia.' },
  ru: {
    name: 'Спасибо за ожидание',
    description: 'За проверку, которая длилась дольше обычного.',
  },
  th: { name: 'ขอบคุณที่รอ', description: 'สำหรับการตรวจที่ใช้เวลานานกว่าที่ควร' },
  vi: { name: 'Cảm ơn bạn đã chờ', description: 'Vì lần xét duyệt lâu hơn dự kiến.' },
}
