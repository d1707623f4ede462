// Everything at the desk works without this script.
