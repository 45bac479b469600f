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
