import { expect, test } from 'vitest'
import { posesAsOffice } from './names-of-office.ts'

test.each([
  'Adtally',
  'Adtally Support',
  'Adtally客服',
  'adtally_official',
  'А\u0064t\u0430lly',
  'AdTa11y',
  'A d t a l l y',
  'a.d.t.a.l.l.y',
  'ａｄｔａｌｌｙ',
  '𝐀𝐝𝐭𝐚𝐥𝐥𝐲',
  '🇦🇩🇹🇦🇱🇱🇾',
  '🅰dtally',
  'Ädtälly',
])('the brand’s name is nobody’s own, however it is written: %s [proof 620]', (name) => {
  expect(posesAsOffice(name, 'Adtally')).toBe(true)
})

test.each([
  [
    'en',
    'Customer Service',
    'supp0rt',
    's.u.p.p.o.r.t',
    'SupportTeam',
    'support24',
    'Official Robin',
    'аdmin',
  ],
  ['de', 'Kundenservice', 'Offizieller Kanal', 'Verwaltung'],
  ['fr', 'Service client', 'Modérateur', 'OFFICIEL'],
  ['es', 'Soporte', 'Atención al cliente', 'Administración'],
  ['pt', 'Suporte', 'Atendimento', 'Serviço'],
  ['ru', 'Служба поддержки', 'Поддержка', 'Официальный канал'],
  ['ja', 'カスタマーサービス', '公式アカウント', '運営チーム'],
  ['ko', '고객센터', '운영자 김', '공식 계정'],
  ['zh-Hans', '客服小王', '官方', '管理员'],
  ['zh-Hant', '線上客服', '官方帳號', '管理員'],
  ['th', 'ฝ่ายบริการลูกค้า', 'เจ้าหน้าที่', 'แอดมิน'],
  ['vi', 'Hỗ trợ', 'ho tro', 'Chăm sóc khách hàng'],
])('nor are the words of office: %s [proof 623]', (_language, ...names) => {
  expect(names.filter((name) => !posesAsOffice(name, 'Another'))).toEqual([])
})

test.each([
  [
    'en',
    ...['Operator', 'Security Team', 'securityteam', 'Finance team', 'Trust and Safety', 'Trust & Safety'],
    ...[
      'Payments',
      'Withdrawals',
      'Verification',
      'Compliance',
      'Sandbox Bank',
      'Help',
      'H3lp 24',
      'HelpCenter',
      'helpcentre',
    ],
  ],
  ['de', 'Hilfe', 'Sicherheitsteam', 'Buchhaltung', 'Kundenbetreuer', 'Auszahlungsstelle'],
  ['fr', 'Aide', 'Équipe de sécurité', 'Equipe de securite', 'Conseiller client'],
  ['es', 'Ayuda', 'Equipo de seguridad', 'Operador'],
  ['pt', 'Central de ajuda', 'Operador'],
  ['ru', 'Помощь', 'Оператор', 'Бухгалтерия', 'Оператор Анна'],
  ['ja', 'ヘルプ', 'お客様センター'],
  ['ko', '도움말'],
  ['zh-Hans', '财务', '财务部', '安全中心', '运营中心'],
  ['zh-Hant', '財務部', '財務', '安全中心', '運營中心'],
  ['vi', 'CSKH', 'CSKH 24/7', 'Tổng đài', 'tổng_đài'],
  [
    'languages that the app does not offer',
    ...['الدعم', 'فريق الدعم', 'خدمة العملاء', 'ग्राहक सेवा', 'Layanan pelanggan', 'Dukungan'],
    ...[
      'Müşteri hizmetleri',
      'Destek',
      'Obsługa klienta',
      'Klantenservice',
      'Assistenza',
      'Assistenza clienti',
    ],
  ],
])('nor what offices, desks and teams are called: %s [proof 688]', (_language, ...names) => {
  expect(names.filter((name) => !posesAsOffice(name, 'Another'))).toEqual([])
})

test('nor is the brand’s name in other scripts: any in Cyrillic, the shipped one in Chinese, kana and Hangul [proof 689]', () => {
  const names = ['Адталли', 'адтали', 'А д т а л л и', 'Адталли Банк', '阿德塔利', 'アドタリー', '애드탤리']
  expect(names.filter((name) => !posesAsOffice(name, 'Adtally'))).toEqual([])
  expect(posesAsOffice('Глобекс Маркет', 'Globex')).toBe(false)
  expect(posesAsOffice('Мой Контозо', 'Kontozo')).toBe(true)
  expect(names.filter((name) => posesAsOffice(name, 'Another'))).toEqual([])
})

test.each([
  ...['Mara', 'Aidé', 'Tong Dai', 'Tống Đại', 'Helpmann', 'Helper Bee', 'Ayudante', 'Hilfiger', 'Compliant'],
  ...['Paymon', 'Cooperator', '财务自由', '安全第一', 'Ассистент Аня', 'Даталия', 'Адель', 'Финансист'],
  ...['عبد الرحمن', 'राम सेवक', 'Desteğül', 'Teamwork', 'Banksy', 'Trusty', 'Säker', 'Sandra Bank'],
  'Robin',
  'Adam',
  'Tally Ho',
  'Mei',
  'Ада Лавлейс',
  '山田太郎',
  '김민수',
  '王小明',
  'สมชาย ใจดี',
  'Nguyễn Thị Hồng',
  'Phở Trọng',
  'Supporters FC',
  'Rooting Tom',
  'Systematic',
  'member-12345678',
])('the control: %s is anybody’s', (name) => {
  expect(posesAsOffice(name, 'Adtally')).toBe(false)
})

test('a brand of two letters is looked for as a word', () => {
  expect(posesAsOffice('Ad', 'Ad')).toBe(true)
  expect(posesAsOffice('Adam', 'Ad')).toBe(false)
})
