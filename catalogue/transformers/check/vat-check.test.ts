import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bind } from '@weft/kit/define/transformer.ts'
import { vatCheck } from './vat-check.ts'

await vatCheck.loads?.()

/** Numbers that companies print on their pages, one for each member state and neighbour. */
const right =
  'ATU33864707 BE0403170701 BG175074752 CY10259033P CZ25123891 DE811907980 DK13585628 EE100931558 EL094259216 ESA28015865 FI20774740 FR40303265045 HR33392005961 HU12892312 IE6433435F IT00743110157 LT119511515 LU15027442 LV40003521600 MT11679112 NL002455799B11 PL8567346215 PT501964843 RO18547290 SE556188840401 SI50223054 SK2022749619 GB980780684 XI980780684 CHE116281710MWST'
const moment = { now: new Date(0), configuration: new Map<string, string>(), unique: () => '', number: () => '' }
const isRight = bind(vatCheck, {}, moment)

for (const number of right.split(' '))
  test(`${number} is right, and wrong with another digit`, () => {
    assert.equal(isRight([number]), true)
    const at = number.search(/\d/) + 3
    const other = number.slice(0, at) + ((Number(number[at]) + 1) % 10) + number.slice(at + 1)
    assert.equal(isRight([other]), false, other)
  })
