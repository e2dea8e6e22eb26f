console.log(process.argv);
