import { expect, test } from 'vitest'
import { check, judgeStyles } from './styles.js'

const sheet = (path: string, css: string) => [`dialog-app/src/${path}`, css] as const

test('error: two views with rules for the same class', () => {
  const findings = judgeStyles([
    sheet('views/send/send.css', '@layer views { .a, .under { gap: 1px } }'),
    sheet('views/walletConnect/code.css', '@media (x) { .under { display: flex } }'),
  ])
  expect(findings).toEqual(['.under has rules in dialog-app/src/views/send and in dialog-app/src/views/walletConnect'])
})

test('behavior: one folder may have several sheets, another app its own class, and a class may be told apart by another one', () => {
  const findings = judgeStyles([
    sheet('ui/rows.css', '.row { } /* .under { } */'),
    sheet('ui/controls.css', '.row { }'),
    sheet('views/send/send.css', '.row.wide { } .form .row { } .row > .under { }'),
    ['secure-frame/src/ui/rows.css', '.row { }'],
  ])
  expect(findings).toEqual([])
})

test('behavior: the style sheets of the apps pass', () => {
  expect(check().findings).toEqual([])
})
