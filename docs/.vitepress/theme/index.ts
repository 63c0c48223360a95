// The default theme with the fonts of the reader's machine, which saves a megabyte.

import DefaultTheme from "vitepress/theme-without-fonts";
import "./style.css";

export default DefaultTheme;
