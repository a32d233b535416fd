import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configurationAt, withConfigurationAt } from './configuration-at.ts'

/** The cursor stands at the bar. */
const at = (text: string) => configurationAt(text.replace('|', ''), text.indexOf('|'))?.typed
const chosen = (text: string, name: string) => {
  const plain = text.replace('|', '')
  const { text: written, cursor } = withConfigurationAt(plain, configurationAt(plain, text.indexOf('|'))!, name)
  return `${written.slice(0, cursor)}|${written.slice(cursor)}`
}

test('behind two braces a configuration value can be named, as far as it is typed', () => {
  assert.deepEqual(['{{|', '{{ |', '{{ con|', 'a {{ config.|', '{{ config.shop.to|', '{{config.a| }} b'].map(at), [
    '',
    '',
    '',
    '',
    'shop.to',
    'a',
  ])
})

test('nor outside of braces, nor where a field or a filter is named', () => {
  for (const text of ['|', 'config.|', '{{ order }} |', '{{ order|', '{ config.|', '{{ a config.|'])
    assert.equal(at(text), undefined, text)
  assert.equal(configurationAt('{{ order | c', 12), undefined)
})

test('it can be the argument of a filter', () => {
  assert.equal(configurationAt('{{ order | default: config.sh', 29)?.typed, 'sh')
})

test('choosing one writes it whole, closes the braces where they are open, and goes on behind them', () => {
  assert.equal(chosen('Bearer {{|', 'shop.token'), 'Bearer {{ config.shop.token }}|')
  assert.equal(chosen('Bearer {{ config.|', 'shop.token'), 'Bearer {{ config.shop.token }}|')
  assert.equal(chosen('{{ config.sh|op.other }}/x', 'shop.token'), '{{ config.shop.token }}|/x')
  assert.equal(chosen('{{config.|}}', 'a'), '{{ config.a }}|')
  const piped = '{{ config. | url }}'
  assert.equal(withConfigurationAt(piped, configurationAt(piped, 10)!, 'a').text, '{{ config.a | url }}')
})
