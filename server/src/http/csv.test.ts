import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv.ts'

test('numbers and plain words are written unchanged, and missing values are empty', () => {
  assert.equal(csvLine([1, -2.5, 'plain', null, undefined]), '1,-2.5,plain,,\r\n')
})

test('commas, quotes and line breaks are quoted', () => {
  assert.equal(csvLine(['a,b', 'say "x"', 'two\nlines']), '"a,b","say ""x""","two\nlines"\r\n')
})

test('a value that a spreadsheet would run as a formula is written as text', () => {
  assert.equal(csvLine(['=1+1', '+1', '-1', '@SUM(A1)']), "'=1+1,'+1,'-1,'@SUM(A1)\r\n")
  assert.equal(csvLine(['\t=1', '\r=1', '\n=1']), `'\t=1,"'\r=1","'\n=1"\r\n`)
  assert.equal(csvLine(['＝1+1', '＋1', '－1', '＠SUM(A1)']), "'＝1+1,'＋1,'－1,'＠SUM(A1)\r\n")
})
