// What the tests of bundlers share: a customer of the package, and a visitor for what they build, until the last test ends.

import { after } from 'node:test'
import { newCustomer } from '../package/customer.mjs'
import { newVisitor } from './visitor.mjs'

export const customer = await newCustomer()
after(() => customer.leave())

export const visitor = await newVisitor('Chromium')
after(() => visitor.leave())
