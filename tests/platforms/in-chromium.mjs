// A visitor in Chromium for all that a file builds, until its last test ends.

import { after } from 'node:test'
import { newVisitor } from './visitor.mjs'

export const visitor = await newVisitor('Chromium')
after(() => visitor.leave())
