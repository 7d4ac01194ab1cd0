// A report's page works without a script; this lets its readers choose light or dark.
import { startTheme } from "./theme.js";

startTheme();
