/** A line in every text file that an install writes. By it, the file is recognised as Precept's. */
export const textMark = "Written by `precept install`. `precept uninstall` removes this file.";
