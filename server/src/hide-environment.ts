// Imported first by every program of the server: the modules after it find an environment without settings.

import { hideEnvironment } from './environment.ts'

hideEnvironment()
