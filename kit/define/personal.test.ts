import assert from 'node:assert/strict'
import { test } from 'node:test'
import { masked, personalKindOf } from './personal.ts'

test('fields of people are known by their names in both languages', () => {
  for (const [kind, names] of Object.entries({
    email: ['email', 'E-Mail', 'customer_email', 'EmailAddress', 'mail_adresse'],
    name: ['first_name', 'LastName', 'Vorname', 'nachname', 'ContactName', 'Ansprechpartner', 'surname'],
    phone: ['phone', 'Telefon', 'HomePhone', 'mobile', 'fax', 'handynummer'],
    address: ['street', 'Straße', 'PostalCode', 'plz', 'ShipAddress', 'address_line_1', 'anschrift'],
    iban: ['iban', 'bank_account'],
    birthday: ['birthday', 'BirthDate', 'geburtsdatum', 'date_of_birth'],
    ip: ['ip', 'last_login_ip', 'ip_address'],
  }))
    for (const name of names) assert.equal(personalKindOf(name, []), kind, name)
})

test('what things are called is no person’s', () => {
  for (const name of [
    'ProductName',
    'name',
    'CompanyName',
    'category',
    'zipped',
    'description',
    'shipping',
    'relation',
  ])
    assert.equal(personalKindOf(name, ['Chai', 'Chang']), null, name)
})

test('values give a field away whatever its name', () => {
  assert.equal(personalKindOf('c1', ['anna@hanse.example', 'b@kiel.example', null]), 'email')
  assert.equal(personalKindOf('c2', ['DE89370400440532013000', 'DE02120300000000202051']), 'iban')
  assert.equal(personalKindOf('c3', ['203.0.113.7', '10.0.0.1']), 'ip')
  assert.equal(personalKindOf('c4', ['+49 431 5550141', '+49 (40) 123456']), 'phone')
  assert.equal(personalKindOf('c5', ['anna@hanse.example', 'nothing', 'nothing']), null)
  assert.equal(personalKindOf('c6', ['1.2.3.400']), null)
})

test('a mask keeps no more than a sign', () => {
  assert.deepEqual(
    ['jane@hanse.example', 'Jane', '1984-02-29', '+49 431 5550141', '203.0.113.7', '', '𝒜da', 'Ä'].map(masked),
    ['j•••••@•••.example', 'J•••••', '19••-••-••', '+49 ••• ••• 41', '203.0.•••.•••', '', '𝒜•••••', 'Ä•••••'],
  )
})
